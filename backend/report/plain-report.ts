import { specifiedFormats } from "../../shared/formats/display-formats";
import { offeredLanguage } from "../../shared/message/language";
import {
	type ReportDefinition,
	type ReportLayout,
	standardActivationEnergy,
	standardLayout,
} from "../../shared/report/report";
import type { MemberContext } from "../base/context";
import { accountOrThrow, companyFormats } from "../db/account-rows";
import { listReports } from "../db/report-rows";

const longestName = 64;

/** Numbers a name that another report has. */
export function freeName({ db }: MemberContext, name: string): string {
	const taken = new Set(listReports(db).map((report) => report.name));
	for (let number = 1; ; number++) {
		const suffix = number === 1 ? "" : ` (${number})`;
		const free =
			name
				.slice(0, longestName - suffix.length)
				.replace(/[\uD800-\uDBFF]$/, "")
				.trim() + suffix;
		if (!taken.has(free)) return free;
	}
}

type Plain = Omit<ReportDefinition, "type" | "scope" | "channels" | "range" | "layout">;

/** A PDF on demand, sent to no one, of a report that the form of reports does not make. */
export function plainDefinition({ db }: MemberContext, name: string): Plain {
	return {
		name,
		description: "",
		isEnabled: true,
		zone: accountOrThrow(db).timeZone,
		aggregation: { minutes: null, function: "mean", byChannel: [] },
		limits: [],
		activationEnergy: standardActivationEnergy,
		format: "pdf",
		schedule: null,
		delivery: {
			contactIds: [],
			contactGroupIds: [],
			onlyIf: "always",
			attachesFile: false,
			message: "",
			isPerGroup: false,
			groups: [],
		},
	};
}

/** The layout with which the form of a new report begins. */
export function companyLayout({ db }: MemberContext): ReportLayout {
	const account = accountOrThrow(db);
	const { dateOrder, hourCycle, decimalSign, temperatureUnit, units } = companyFormats(account);
	const isChosen = dateOrder !== specifiedFormats.dateOrder || hourCycle !== specifiedFormats.hourCycle;
	const language = offeredLanguage(account.language);
	return {
		...standardLayout,
		...(isChosen && { dateOrder, hourCycle }),
		...(decimalSign === "comma" && { csv: { separator: "semicolon", decimalSign } as const }),
		...(language !== "en" && { language }),
		temperature: temperatureUnit,
		...(units && { units }),
	};
}
