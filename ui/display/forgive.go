//go:build cgo && (linux || freebsd || openbsd || netbsd || dragonfly) && !ci && !headless

package display

/*
#cgo LDFLAGS: -lX11
#include <stdio.h>
#include <X11/Xlib.h>

static int said(Display *display, XErrorEvent *e) {
	(void)display;
	fprintf(stderr, "espalier: the X server refused request %d with error %d\n", e->request_code, e->error_code);
	return 0;
}

static void forgive(void) { XSetErrorHandler(said); }
*/
import "C"

// forgive keeps the program up when the X server refuses a request. Xlib would end it, and this happens when a program
// asks for a copied text and ends before the answer: the answer goes to a window that is gone. The graphics library has
// its own handler wherever it expects an error.
func forgive() { C.forgive() }
