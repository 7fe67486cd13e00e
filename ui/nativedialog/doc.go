// Package nativedialog asks for files with the system's own dialog. If the binary was built without
// it (build tags nonativedialog and headless), or none can be shown, it says so, and the window asks
// with a dialog of its own.
//
// On Linux it asks the desktop over the session bus (the portal of free desktops), so no toolkit is linked and none
// starts with the program. On Windows and macOS it links the system's.
package nativedialog
