import type { SignatureMeaning } from "../../shared/report/report";
import type { ChipTone } from "../ui/feedback/status-chip";
import { t } from "../words/made/reports";

export const meaningLabels: Record<SignatureMeaning, { label: string; tone: ChipTone }> = {
	reviewed: { label: t("reviewed"), tone: "info" },
	approved: { label: t("approved"), tone: "ok" },
	rejected: { label: t("rejected"), tone: "bad" },
};
