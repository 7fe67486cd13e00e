// Package subject holds what figures and facts of any kind of result are made from: the result with its data and what a
// person chose, its words for titles and captions, and what is worked out from it once.
package subject
