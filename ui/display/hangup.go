//go:build !headless

package display

import (
	"os"
	"os/signal"
	"syscall"

	"fyne.io/fyne/v2"
)

// EndOnHangUp ends a program when its terminal closes, as the toolkit does on an interrupt or termination.
func EndOnHangUp(a fyne.App) (stop func()) {
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGHUP)
	go func() {
		if _, ok := <-told; ok {
			fyne.Do(a.Quit)
		}
	}()
	return func() { signal.Stop(told); close(told) }
}
