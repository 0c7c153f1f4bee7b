/** Where network servers and robots send to. */
export function ingestAddresses(origin: string) {
	const door = `${origin}/api/ingest/v1`;
	return { theThingsStack: `${door}/the-things-stack`, chirpStack: `${door}/chirpstack`, csv: `${door}/csv` };
}

type CsvExample = { origin: string; key: string; at: Date };

/** A command that posts a file of one reading, safe to paste into a POSIX shell. */
export function csvExample({ origin, key, at }: CsvExample): string {
	return [
		`printf 'serial,time,channel,value\\nSN-1,${at.toISOString()},Temperature,4.2\\n' |`,
		`  curl ${ingestAddresses(origin).csv} \\`,
		`  -H 'Authorization: Bearer ${key}' \\`,
		"  -H 'Content-Type: text/csv' \\",
		"  --data-binary @-",
	].join("\n");
}
