// Package subject holds the source of figures and facts of any kind of result: the result with its data and the user's
// choices, its words for titles and captions, and cached computations.
package subject
