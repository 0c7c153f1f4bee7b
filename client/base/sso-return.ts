export const ssoReturnPath = "/login/sso";

type SsoReturn = Record<string, string>;

let returned: SsoReturn | null = null;

/** Takes a provider's result out of the address, before anything could pass it on. False: another screen. */
export function takeSsoReturn(): boolean {
	const { pathname, search } = window.location;
	if (pathname !== ssoReturnPath) return false;
	returned = Object.fromEntries(new URLSearchParams(search));
	window.history.replaceState(window.history.state, "", ssoReturnPath);
	return true;
}

/** Each result serves once. */
export function readSsoReturn(): SsoReturn | null {
	const result = returned;
	returned = null;
	return result;
}
