import type { GetStatement, StatementFile } from "../../shared/account/billing";
import { errorKey } from "../../shared/base/error-key";
import type { Call } from "../base/context";
import { InputError } from "../base/errors";
import { findStatement } from "../db/usage-rows";
import { billingParts } from "./billing-parts";
import { isOpenMonth, makeStatement } from "./make-statement";
import { statementCsv, statementHtml } from "./statement-text";

/** Throws InputError for a month that is neither open nor closed. */
export async function getStatement({ ctx, input }: Call<GetStatement>): Promise<StatementFile> {
	const { month, format } = input;
	const closed = findStatement(ctx.db, month);
	const isOpen = closed === null && isOpenMonth(ctx, month, ctx.now);
	if (closed === null && !isOpen) throw new InputError({ month: errorKey("statement.unknown") });
	const parts = billingParts(ctx);
	const statement = closed ?? (await makeStatement(parts, month, ctx.now));
	const shown = { statement, operator: parts.catalog.operator, isOpen };
	const name = `usage-${month}${isOpen ? "-so-far" : ""}.${format}`;
	return format === "csv"
		? { name, mediaType: "text/csv; charset=utf-8", text: statementCsv(shown) }
		: { name, mediaType: "text/html; charset=utf-8", text: await statementHtml(shown) };
}
