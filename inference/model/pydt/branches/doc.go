// Package branches finds how probable each branch of a tree is against its collapse, with the times at its ends
// integrated out (math 5.5, 5.6), and brings the number of branch points to that expected (math 6.4).
package branches
