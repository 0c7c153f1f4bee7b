import { type Statement, storedOf } from "../../../shared/log/said-text";

/** Why a report cannot be made: as `errorKey` for a form, and as the statement of a run. */
export type Denial = { text: string; statement: Statement };

export class ChannelsChangedError extends Error {
	override readonly name: string = "ChannelsChangedError";
}

/** A report cannot be made; the statement is for people, and a retry would fail too. */
export class ReportDenial extends Error {
	override readonly name: string = "ReportRefusal";
	constructor(readonly statement: Statement) {
		super(storedOf(statement).text);
	}
}
