//go:build !unix

package batch

import "errors"

func makePipe(string) error { return errors.ErrUnsupported }
