import type { Credentials, Probe } from "./probe";

/** What a backend offers beyond the queries, and what is known of it. */
export type Offer = {
	/** A mutation that takes a form; it is really called. */
	formProcedure: string | null;
	/** A subscription whose input is the id of a device, or nothing. */
	subscription: string | null;
	/** Calls the backend takes in one batch. */
	batchCap: number;
	/** A token of the right pool that has expired. */
	expiredToken: string | null;
};

export type CheckContext = { probe: Probe; credentials: Credentials; offer: Offer };

/** `run` resolves to null, to why it was not checked, or throws `CheckFailed`. */
export type Check = { name: string; run: (context: CheckContext) => Promise<NotChecked | null> };

export type NotChecked = { notChecked: string };

/** What the backend got wrong, in words for whoever mends it. */
export class CheckFailed extends Error {
	constructor(message: string) {
		super(message);
		this.name = "CheckFailed";
	}
}

/** Throws what is wrong unless the fact holds. */
export function assertThat(isSo: boolean, otherwise: string): asserts isSo {
	if (!isSo) throw new CheckFailed(otherwise);
}
