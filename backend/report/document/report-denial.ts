/** A report cannot be made; the message is for people, and a retry would fail too. */
export class ReportDenial extends Error {
	override readonly name = "ReportRefusal";
}
