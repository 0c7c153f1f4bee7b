import type { PlanOffer } from "../../../shared/account/billing";
import { countText, formatBytes } from "../../ui/format";
import { t } from "../../words/made/account";

export function planContents({ meters }: Pick<PlanOffer, "meters">): string {
	const said = meters.flatMap(({ meter, included, limit }) => {
		const bound = limit ?? included;
		if (bound === null) return [];
		const amount = meter === "storageBytes" ? formatBytes(bound) : countText(bound);
		return [t(limit === null ? "plan.includes" : "plan.has", { meter: t(`meter.title.${meter}`), amount })];
	});
	return said.length === 0 ? t("withoutLimits") : said.join(" · ");
}
