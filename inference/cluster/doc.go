// Package cluster hands plans to the queue of a cluster: Slurm's, or any commands that behave like sbatch, squeue and
// scancel. It writes the scripts, groups tasks into job arrays by the resources that they need, asks the queue and
// cancels. [Cluster] runs a single fit so, as a [job.Runner].
package cluster
