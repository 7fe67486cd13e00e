// Package panics keeps a fault in work on another goroutine from ending the program.
package panics

import "fmt"

// Call calls f. A panic becomes its error, so that the window can show it.
func Call[T any](f func() (T, error)) (value T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the program failed here: %v", p)
		}
	}()
	return f()
}
