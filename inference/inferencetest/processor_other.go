//go:build !unix

package inferencetest

import "time"

// ProcessorTime returns the processor time that this process has used: 0, for here it is not
// known.
func ProcessorTime() time.Duration { return 0 }
