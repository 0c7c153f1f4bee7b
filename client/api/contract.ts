import { contractVersion } from "../../shared/base/header-names";

/** Compares the version in every response with this page's. Reports a newer one once. */
export function createContractWatch(ownVersion: string) {
	let isBehind = false;
	const listeners = new Set<() => void>();

	return {
		record(version: string | null): void {
			if (isBehind || version === null || !(Number(version) > Number(ownVersion))) return;
			isBehind = true;
			for (const listener of listeners) listener();
		},
		onBehind(listener: () => void): void {
			listeners.add(listener);
			if (isBehind) listener();
		},
	};
}

export const contract = createContractWatch(contractVersion);
