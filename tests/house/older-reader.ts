type StoredTables = { tables: Record<string, { sql: string }> };

type Column = { name: string; isFilled: boolean };

/** Columns of a table by its SQL, in order; `isFilled`: a row may omit the column. */
function columnsOf(sql: string): Column[] {
	const body = sql.slice(sql.indexOf("(") + 1, sql.lastIndexOf(")"));
	const parts: string[] = [];
	let depth = 0;
	for (const part of body.split(/,/)) {
		if (depth > 0) parts[parts.length - 1] += `,${part}`;
		else parts.push(part);
		depth += part.split("(").length - part.split(")").length;
	}
	return parts
		.map((part) => part.trim())
		.filter((part) => !/^(PRIMARY|FOREIGN|UNIQUE|CHECK|CONSTRAINT)\b/i.test(part))
		.map((part) => {
			const isRequired = /\bNOT\s+NULL\b/i.test(part) && !/\bDEFAULT\b/i.test(part) && !/\bPRIMARY\s+KEY\b/i.test(part);
			return { name: (part.split(/\s+/)[0] ?? "").replaceAll(/["`[\]]/g, ""), isFilled: !isRequired };
		});
}

/** Tables and columns that code of the release before would no longer find, or could no longer write. */
export function whatOlderCodeLacks(before: StoredTables, after: StoredTables): string[] {
	return Object.entries(before.tables).flatMap(([table, { sql }]) => {
		const now = after.tables[table];
		if (!now) return [`${table} is gone`];
		const known = columnsOf(sql).map(({ name }) => name);
		const columns = columnsOf(now.sql);
		const gone = known.filter((name) => !columns.some((column) => column.name === name));
		const demanded = columns.filter(({ name, isFilled }) => !isFilled && !known.includes(name));
		return [
			...gone.map((name) => `${table}.${name} is gone`),
			...demanded.map(({ name }) => `${table}.${name} must be filled`),
		];
	});
}
