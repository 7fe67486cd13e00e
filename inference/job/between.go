package job

import "time"

// BetweenSaves returns the time from the end of a save that took that long to the beginning of the next one. The next one is to end
// before every has passed since this one began, so that a kill loses no more; it may take twice as long, and at least a second.
// At most about half of the time goes to saves that take too long for that.
func BetweenSaves(every, took time.Duration) time.Duration {
	return max(every-took-max(2*took, min(time.Second, every/2)), took)
}
