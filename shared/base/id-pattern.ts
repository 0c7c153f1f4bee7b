// Apart from the schemas, which first screens do not load.

/** A type prefix and 26 lower-case Crockford base32 characters: 48 bits of epoch ms, 80 random bits. */
export function idPattern(prefix: string): RegExp {
	return new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`);
}
