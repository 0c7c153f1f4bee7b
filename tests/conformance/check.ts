import type { Credentials, Probe } from "./probe";

export type Offer = {
	formProcedure: string | null;
	subscription: string | null;
	/** The calls that the backend takes in one batch. */
	batchCap: number;
	/** A token of the right pool that has expired. */
	expiredToken: string | null;
};

export type CheckContext = { probe: Probe; credentials: Credentials; offer: Offer };

export type Check = { name: string; run: (context: CheckContext) => Promise<NotChecked | null> };

export type NotChecked = { notChecked: string };

export class CheckFailed extends Error {
	constructor(message: string) {
		super(message);
		this.name = "CheckFailed";
	}
}

export function assertThat(isSo: boolean, otherwise: string): asserts isSo {
	if (!isSo) throw new CheckFailed(otherwise);
}
