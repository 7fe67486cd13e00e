// Package compare compares two trees of the same leaves: which clades they share, how far apart
// they are, and which leaf orders draw them face to face with few crossing lines.
//
// [Match] or [MatchCommon] matches leaves by name once; from then on leaf i of one tree is leaf i
// of the other.
package compare
