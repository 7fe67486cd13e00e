// Package compare sets two trees of the same leaves against each other: which clades
// they share, how far apart they are, and in which order of their leaves they can be
// drawn face to face with few crossing lines.
//
// Leaves are matched by name once, by [Match] or [MatchCommon]; from there on leaf i of
// one tree is leaf i of the other.
package compare
