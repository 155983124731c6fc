// Built-in functions that a statement may call: they read nothing beyond their arguments, write nothing, wait for
// nothing, and do not grow a small argument into a huge value.
export const SAFE_FUNCTIONS: ReadonlySet<string> = new Set(
  // aggregates
  (
    'count sum avg min max array_agg string_agg bool_and bool_or every bit_and bit_or json_agg jsonb_agg ' +
    'json_object_agg jsonb_object_agg stddev stddev_pop stddev_samp variance var_pop var_samp corr covar_pop ' +
    'covar_samp regr_slope regr_intercept regr_r2 mode percentile_cont percentile_disc any_value range_agg ' +
    // windows
    'row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value ' +
    // numbers
    'abs ceil ceiling floor round trunc sign sqrt cbrt power pow exp ln log log10 mod div gcd lcm random pi ' +
    'degrees radians sin cos tan asin acos atan atan2 width_bucket greatest least numeric_inc scale min_scale ' +
    'trim_scale to_number ' +
    // texts
    'length char_length character_length octet_length bit_length lower upper initcap trim btrim ltrim rtrim ' +
    'substring substr left right position strpos replace translate reverse split_part concat concat_ws ascii chr ' +
    'md5 sha224 sha256 sha384 sha512 encode decode starts_with overlay regexp_replace regexp_match regexp_matches ' +
    'regexp_count regexp_instr regexp_like regexp_substr regexp_split_to_array regexp_split_to_table to_char ' +
    'to_hex quote_ident quote_literal quote_nullable normalize is_normalized string_to_array string_to_table like notlike ' +
    'like_escape similar_to_escape similar_escape ' +
    // times
    'now clock_timestamp statement_timestamp transaction_timestamp timeofday age date_part date_trunc date_bin ' +
    'extract make_date make_time make_timestamp make_timestamptz make_interval justify_days justify_hours ' +
    'justify_interval to_date to_timestamp isfinite timezone overlaps ' +
    // casts by name
    'text name date time timestamp timestamptz interval int2 int4 int8 float4 float8 numeric bool bpchar varchar ' +
    // arrays and sets
    'unnest array_length array_ndims array_dims array_lower array_upper cardinality array_position array_positions ' +
    'array_append array_prepend array_cat array_remove array_replace array_to_string array_to_json generate_series ' +
    'generate_subscripts trim_array ' +
    // json
    'to_json to_jsonb row_to_json json_build_object jsonb_build_object json_build_array jsonb_build_array ' +
    'json_array_length jsonb_array_length json_array_elements jsonb_array_elements json_array_elements_text ' +
    'jsonb_array_elements_text json_each jsonb_each json_each_text jsonb_each_text json_object_keys ' +
    'jsonb_object_keys json_extract_path jsonb_extract_path json_extract_path_text jsonb_extract_path_text ' +
    'json_typeof jsonb_typeof json_strip_nulls jsonb_strip_nulls jsonb_path_query jsonb_path_query_array ' +
    'jsonb_path_query_first jsonb_path_exists jsonb_path_match jsonb_pretty jsonb_set jsonb_insert ' +
    // ranges, networks, text search, identifiers
    'lower_inc upper_inc isempty host masklen netmask network broadcast family text abbrev inet_same_family ' +
    'to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank ts_rank_cd ' +
    'gen_random_uuid uuid_extract_timestamp uuid_extract_version ' +
    // what the server says of values and objects
    'pg_typeof pg_column_size pg_size_pretty pg_relation_size pg_table_size pg_indexes_size pg_total_relation_size ' +
    'pg_database_size version current_database current_schema format_type obj_description col_description ' +
    'grouping num_nulls num_nonnulls'
  ).split(' '),
)

// Catalogue relations that hold secrets, or settings that may; settings have an operation of their own.
export const REFUSED_RELATIONS: ReadonlySet<string> = new Set(
  (
    'pg_authid pg_shadow pg_user_mapping pg_user_mappings pg_subscription pg_foreign_server pg_foreign_data_wrapper ' +
    'pg_foreign_table pg_settings pg_file_settings pg_hba_file_rules pg_ident_file_mappings pg_largeobject ' +
    'pg_largeobject_metadata pg_stat_wal_receiver pg_db_role_setting pg_user pg_config pg_statistic ' +
    'pg_statistic_ext_data user_mapping_options user_mappings foreign_server_options foreign_table_options ' +
    'foreign_data_wrapper_options column_options _pg_user_mappings _pg_foreign_servers _pg_foreign_tables ' +
    '_pg_foreign_data_wrappers _pg_foreign_table_columns'
  ).split(' '),
)
