// Package batch is the front end without a window: fit, score, sample, models and
// version on the command line. It drives the same models through the same engine
// and draws with the same code as the window.
package batch
