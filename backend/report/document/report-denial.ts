import { type Statement, storedOf } from "../../../shared/log/said-text";

/** A report cannot be made; the statement is for people, and a retry would fail too. */
export class ReportDenial extends Error {
	override readonly name: string = "ReportRefusal";
	constructor(readonly statement: Statement) {
		super(storedOf(statement).text);
	}
}
