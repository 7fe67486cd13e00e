// Package controls holds the small widgets of the window: quiet text, fields of one
// line, buttons, tabs and rows on one baseline. All of them can be reached and used
// by keyboard and show where the focus is.
package controls
