// Package genetable writes tables in the forms of programs for gene expression: GCT 1.3 with annotations of
// rows and columns (Broad Institute), and CDT with trees in GTR and ATR (Cluster and Java TreeView, Eisen et al.
// 1998). Package read reads them again.
package genetable
