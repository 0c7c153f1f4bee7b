/** Why a report is not made; its message is for people, and another try would end alike. */
export class ReportDenial extends Error {
	override readonly name = "ReportRefusal";
}
