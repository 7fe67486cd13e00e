// Package workspace holds the state behind the window: the document, the next run, the runs whose results the document
// holds, and the study files that keep all of it. It knows nothing of how they are shown.
package workspace
