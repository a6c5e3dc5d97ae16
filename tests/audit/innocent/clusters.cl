// In the style of benchmark suites: each argument has a comment, which is its name.
#ifndef FLT_MAX
#define FLT_MAX 3.40282347e+38
#endif

__kernel void
cluster_swap(__global float *feature,       /* feature */
             __global float *feature_swap,  /* feature_swap */
             int number_of_points,          /* number_of_points */
             int number_of_features         /* number_of_features */
             )
{
	unsigned int tid = get_global_id(0);
	if (tid >= number_of_points)
		return;
	for (int i = 0; i < number_of_features; i++)
		feature_swap[i * number_of_points + tid] = feature[tid * number_of_features + i];
}

/* cluster_centers */
__kernel void cluster_centers(__global float *feature,
			    __global float *clusters,
			    __global int *membership,
			    int n_points,
			    int n_clusters,
			    int n_features)
{
	unsigned int point_id = get_global_id(0);
	int index = 0;
	if (point_id < n_points)
	{
		float min_dist = FLT_MAX;
		for (int i = 0; i < n_clusters; i++) {
			float dist = 0;
			for (int l = 0; l < n_features; l++) {
				dist += (feature[l * n_points + point_id] - clusters[i * n_features + l]) *
					(feature[l * n_points + point_id] - clusters[i * n_features + l]);
			}
			if (dist < min_dist) {
				min_dist = dist;
				index = i;
			}
		}
		membership[point_id] = index;
	}
}
