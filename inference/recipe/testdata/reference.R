# Writes reference.json: tables drawn here, and what DESeq2, edgeR, limma, sva and R itself make of them. On Debian:
#   apt-get install r-bioc-deseq2 r-bioc-edger r-bioc-sva r-cran-jsonlite
#   Rscript reference.R
suppressMessages({library(DESeq2); library(edgeR); library(limma); library(sva); library(jsonlite)})
set.seed(1)
genes <- 120
batch <- rep(c("a", "b"), 4)
treatment <- rep(c("no", "yes"), each = 4)
rin <- c(7.1, 8.2, 6.5, 9.0, 7.7, 8.8, 6.9, 7.4)
depth <- c(0.4, 0.7, 1, 1.3, 1.9, 0.9, 2.6, 0.5)
mean <- exp(rnorm(genes, 4.5, 1.6))
counts <- sapply(seq_along(depth), function(i) rnbinom(genes, mu = mean * depth[i] * ifelse(batch[i] == "b" & seq_len(genes) %% 3 == 0, 1.7, 1), size = 1 / (0.08 + 1.5 / mean)))
sparse <- counts
for (g in seq_len(genes)) sparse[g, 1 + g %% 8] <- 0
counts[7, ] <- 0 # a gene never seen
ours <- function(x, factors) { s <- colSums(x) * factors; s / exp(mean(log(s))) }
out <- list(counts = t(counts), sparse = t(sparse), batch = batch, treatment = treatment, rin = rin)
out$size_factors <- estimateSizeFactorsForMatrix(counts)
dds <- DESeqDataSetFromMatrix(sparse, data.frame(b = batch), ~1)
out$poscounts <- unname(sizeFactors(estimateSizeFactors(dds, type = "poscounts")))
out$tmm <- ours(counts, calcNormFactors(counts, method = "TMM"))
out$tmm_sparse <- ours(sparse, calcNormFactors(sparse, method = "TMM"))
out$upper_quartile <- ours(counts, calcNormFactors(counts, method = "upperquartile"))
out$cpm <- t(cpm(counts))

# The dispersions by moments, DESeq2's trend through them, and its closed form.
s <- out$size_factors
base <- t(t(counts) / s)
means <- rowMeans(base)
alpha <- (apply(base, 1, var) - base::mean(1 / s) * means) / means^2
use <- !is.na(alpha) & alpha > 1e-6
trend <- attr(DESeq2:::parametricDispersionFit(means[use], alpha[use]), "coefficients")
out$trend <- unname(trend)
dds <- DESeqDataSetFromMatrix(counts, data.frame(b = batch), ~1)
sizeFactors(dds) <- s
fun <- DESeq2:::parametricDispersionFit(means[use], alpha[use])
attr(fun, "fitType") <- "parametric"
dispersionFunction(dds) <- fun
out$vst <- t(unname(getVarianceStabilizedData(dds)))

x <- log2(base[-7, ][1:60, ] + 1)
x[5, 3] <- x[5, 3] + 2
out$logs <- t(x)
out$quantile <- t(normalizeQuantiles(x))
ties <- round(x[1:20, ])
ties[3, 2] <- NA
out$ties <- t(ties)
out$quantile_ties <- t(normalizeQuantiles(ties))
out$polish <- medpolish(t(x), trace.iter = FALSE)$residuals
out$removed <- t(removeBatchEffect(x, batch = batch, covariates = rin - base::mean(rin), design = model.matrix(~treatment)))
out$combat <- t(suppressMessages(ComBat(x, batch = batch)))
out$combat_keep <- t(suppressMessages(ComBat(x, batch = batch, mod = model.matrix(~treatment))))

# Yeo and Johnson's lambda of greatest likelihood, by R's own search.
yj <- function(y, l) ifelse(y >= 0, if (abs(l) < 1e-12) log1p(y) else ((y + 1)^l - 1) / l,
                            if (abs(l - 2) < 1e-12) -log1p(-y) else -((1 - y)^(2 - l) - 1) / (2 - l))
like <- function(l, y) { z <- yj(y, l); -length(y) / 2 * log(base::mean((z - base::mean(z))^2)) + (l - 1) * sum(sign(y) * log1p(abs(y))) }
skewed <- cbind(exp(rnorm(40)), rnorm(40), -exp(rnorm(40)), rnorm(40)^3)
lambda <- apply(skewed, 2, function(y) optimize(like, c(-5, 5), y = y, maximum = TRUE, tol = 1e-10)$maximum)
out$skewed <- skewed
out$lambda <- lambda
out$yeo_johnson <- sapply(1:4, function(j) yj(skewed[, j], lambda[j]))
out$rank_normal <- apply(skewed, 2, function(y) qnorm((rank(y) - 3 / 8) / (length(y) + 1 / 4)))
write(toJSON(lapply(out, unname), digits = 15, na = "null"), "reference.json")
