import type { Environment } from "../env";

/** The period of both limits in wrangler.toml. */
export const retryAfterSeconds = 10;

/** Counts one attempt to sign in. Cognito's own lock-out is the second line. */
export async function isSignInAllowed(environment: Environment, address: string, userName: string): Promise<boolean> {
	const network = networkOf(address);
	const [byName, byAddress] = await Promise.all([
		environment.signInByName.limit({ key: `${network} ${userName.toLowerCase()}` }),
		environment.signInByAddress.limit({ key: network }),
	]);
	return byName.success && byAddress.success;
}

/** One subscriber holds a whole IPv6 /64, so that is what counts as an address. */
export function networkOf(address: string): string {
	if (!address.includes(":")) return address;
	const [head = "", tail] = address.toLowerCase().split("::");
	const groups = head === "" ? [] : head.split(":");
	const tailGroups = tail ? tail.split(":") : [];
	const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - tailGroups.length)).fill("0");
	const network = [...groups, ...zeros, ...tailGroups].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ""));
	return `${network.join(":")}::/64`;
}
