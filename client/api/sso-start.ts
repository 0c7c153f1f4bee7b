/** A tab remembers its visit at a provider. `id` binds the result to this tab. `confirms`: another tab waits for it. */
export type SsoStart = { id: string; email?: string | undefined; next?: string | undefined; confirms?: true };

const storageName = "aql.sso";

export function keepSsoStart(start: SsoStart, storage: Storage = sessionStorage): void {
	storage.setItem(storageName, JSON.stringify(start));
}

/** Each start serves one result. */
export function takeSsoStart(): SsoStart | null {
	const text = sessionStorage.getItem(storageName);
	sessionStorage.removeItem(storageName);
	try {
		const start: unknown = JSON.parse(text ?? "null");
		return isStart(start) ? start : null;
	} catch {
		return null;
	}
}

function isStart(value: unknown): value is SsoStart {
	if (typeof value !== "object" || value === null || !("id" in value) || typeof value.id !== "string") return false;
	const isTextOrAbsent = (name: string) => ["string", "undefined"].includes(typeof Reflect.get(value, name));
	const isFlag = !("confirms" in value) || value.confirms === true;
	return isTextOrAbsent("email") && isTextOrAbsent("next") && isFlag;
}

/** Tabs of this browser tell each other what came of a visit. `fault`: a sentence. */
export type SsoVisitEnd = { id: string; fault: string | null };

export const ssoVisitChannel = "aql.sso";
