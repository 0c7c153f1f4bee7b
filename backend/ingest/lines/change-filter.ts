import { errorKey } from "../../../shared/base/error-key";
import { serverLimits } from "../../../shared/base/limits";
import { type ChangeLineFilter, filterText, isSameFilter } from "../../../shared/device/line-series";
import { said } from "../../../shared/log/said";
import { addConfigEvent } from "../../activity/log-events";
import type { Call } from "../../base/context";
import { InputError } from "../../base/errors";
import { setLineFilters } from "../../db/integration-key-rows";
import { integrationKeyOrThrow, keyManagerOrThrow } from "../../integration/router";

/** Series that a filter accepts get a channel with their next values. Throws INTEGRATION_KEY_NOT_FOUND. */
export function changeLineFilter({ ctx, input: { keyId, filter, isAccepting } }: Call<ChangeLineFilter>): void {
	keyManagerOrThrow(ctx);
	ctx.audit.change({ integrationKey: [keyId] }, () => {
		const { name, lineFilters } = integrationKeyOrThrow(ctx, keyId);
		const others = lineFilters.filter((each) => !isSameFilter(each, filter));
		if (others.length === (isAccepting ? lineFilters.length - 1 : lineFilters.length)) return;
		if (isAccepting && others.length >= serverLimits.lineFilters) {
			throw new InputError({
				"filter.measurement": errorKey("lines.tooManyFilters", { most: serverLimits.lineFilters }),
			});
		}
		setLineFilters(ctx.db, keyId, isAccepting ? [...others, filter] : others);
		const text = filterText(filter);
		addConfigEvent(
			ctx,
			null,
			isAccepting ? said("lines.filterAdded", { name, text }) : said("lines.filterRemoved", { name, text }),
		);
	});
}
