// Package screen shows any plotting.Figure as one picture.
//
// A goroutine of each [View] draws into one of two buffers; the window shows the last finished
// picture and never waits for the next. The view zooms, pans and finds the mark under the pointer
// in the scene that is on the screen, so that a click always means what the eye saw.
package screen
