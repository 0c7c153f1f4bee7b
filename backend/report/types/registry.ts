import type { ReportMakers } from "../document/report-work";
import { alertHistory } from "./alert-history";
import { assessment } from "./assessment";
import { deviceHealth } from "./device-health";
import { excursions } from "./excursions";
import { inventory } from "./inventory";
import { mapping } from "./mapping";
import { mappingStudy } from "./mapping-study";
import { readings } from "./readings";
import { rounds } from "./rounds";
import { setUp } from "./set-up";
import { summary } from "./summary";
import { use } from "./use";

export const reportMakers: ReportMakers = {
	readings,
	summary,
	excursions,
	mapping,
	alertHistory,
	deviceHealth,
	inventory,
	use,
	setUp,
	rounds,
	assessment,
	mappingStudy,
};
