//go:build !unix && !windows

package inferencetest

import "time"

// ProcessorTime returns the processor time that this process has used; here it is unknown and 0.
func ProcessorTime() time.Duration { return 0 }
