/** Counts a subscriber's whole IPv6 /64 as one address. */
export function networkOf(address: string): string {
	if (!address.includes(":")) return address;
	const [head = "", tail] = address.toLowerCase().split("::");
	const groups = head === "" ? [] : head.split(":");
	const tailGroups = tail ? tail.split(":") : [];
	const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - tailGroups.length)).fill("0");
	const network = [...groups, ...zeros, ...tailGroups].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ""));
	return `${network.join(":")}::/64`;
}
