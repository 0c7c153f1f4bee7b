/** "ABCDEFGH" as "ABCD EFGH", the way long keys are read and typed. */
export function inFours(key: string): string {
	return key.match(/.{1,4}/g)?.join(" ") ?? "";
}
