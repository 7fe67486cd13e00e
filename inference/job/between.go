package job

import "time"

// BetweenSaves returns the wait after a save that took that long. The next save should end before every has passed
// since this one began, so that a kill loses no more work than that; it may take twice as long as this one, and at
// least a second. If saves take too long for that, they use at most about half of the time.
func BetweenSaves(every, took time.Duration) time.Duration {
	return max(every-took-max(2*took, min(time.Second, every/2)), took)
}
