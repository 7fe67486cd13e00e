// Package times gives the branch points of a tree their best times. A [Timer] finds that of one branch point, all
// others as they are; a [Sweeper] visits all of them, and can also merge branch points with their children and part
// children.
package times
