/** Storage that counts the rows its SQL writes, indexes among them as Durable Objects bill them. */
export function countedStorage(storage: DurableObjectStorage): {
	storage: DurableObjectStorage;
	rowsWritten: () => number;
} {
	let rowsWritten = 0;
	const sql = overridden(storage.sql, {
		exec: (query: string, ...bindings: unknown[]) => {
			const cursor = storage.sql.exec(query, ...bindings);
			rowsWritten += cursor.rowsWritten;
			return cursor;
		},
	});
	return { storage: overridden(storage, { sql }), rowsWritten: () => rowsWritten };
}

/** A native object with some members replaced; its methods still see it as their own. */
function overridden<T extends object>(target: T, members: Record<string, unknown>): T {
	return new Proxy(target, {
		get(_, name) {
			if (typeof name === "string" && name in members) return members[name];
			const member: unknown = Reflect.get(target, name, target);
			return typeof member === "function" ? member.bind(target) : member;
		},
	});
}
