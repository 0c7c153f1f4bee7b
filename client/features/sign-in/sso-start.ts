import type { SsoName, SsoStart } from "../../../shared/session/session";

const storageName: SsoName = "aql.sso";

export function keepSsoStart(start: SsoStart): void {
	sessionStorage.setItem(storageName, JSON.stringify(start));
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
