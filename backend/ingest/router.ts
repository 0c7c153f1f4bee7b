import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import {
	ChangeLineFilter,
	ChooseLineSeries,
	CountLineFilter,
	filterText,
	GetLineSource,
	isSameFilter,
	ReleaseLineSeries,
} from "../../shared/device/line-series";
import { GetPayloadSource, PinIntegrationMessage, SavePayloadRecipe } from "../../shared/device/recipe/payload-recipe";
import type { IngestResult } from "../../shared/ingest/ingest";
import {
	GetIntegrationMessages,
	type IntegrationMessage,
	type IntegrationMessageBody,
	NamedIntegrationMessage,
} from "../../shared/ingest/integration-message";
import { SendReadings } from "../../shared/ingest/send-readings";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { Call } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import { setLineFilters } from "../db/integration-key-rows";
import { type IntegrationMessageRow, listIntegrationMessages } from "../db/integration-message-rows";
import { integrationKeyOrThrow, keyManagerOrThrow } from "../integration/router";
import { chooseLineSeries, countLineFilter, getLineSource, releaseLineSeries } from "./lines/choose-series";
import { findMessage } from "./read-again";
import { getPayloadSource, pinIntegrationMessage, savePayloadRecipe } from "./recipe/edit-recipes";
import { sendReadings } from "./send-readings";

export const sentReadingsRouter = router({
	sendReadings: procedureFor("importReadings").input(SendReadings).mutation(sendReadings),
});

export const integrationMessageRouter = router({
	getIntegrationMessages: procedureFor("editKeys").input(GetIntegrationMessages).query(getIntegrationMessages),
	getIntegrationMessageBody: procedureFor("editKeys").input(NamedIntegrationMessage).query(getIntegrationMessageBody),
	readIntegrationMessageAgain: procedureFor("editKeys")
		.input(NamedIntegrationMessage)
		.mutation(readIntegrationMessageAgain),
	countLineFilter: procedureFor("editKeys").input(CountLineFilter).query(countLineFilter),
	getLineSource: procedureFor("editKeys").input(GetLineSource).query(getLineSource),
	changeLineFilter: procedureFor("editKeys").input(ChangeLineFilter).mutation(changeLineFilter),
	chooseLineSeries: procedureFor("editKeys").input(ChooseLineSeries).mutation(chooseLineSeries),
	releaseLineSeries: procedureFor("editKeys").input(ReleaseLineSeries).mutation(releaseLineSeries),
	getPayloadSource: procedureFor("editKeys").input(GetPayloadSource).query(getPayloadSource),
	savePayloadRecipe: procedureFor("editKeys").input(SavePayloadRecipe).mutation(savePayloadRecipe),
	pinIntegrationMessage: procedureFor("editKeys").input(PinIntegrationMessage).mutation(pinIntegrationMessage),
});

/** The last messages of a key, newest first. Throws INTEGRATION_KEY_NOT_FOUND. */
async function getIntegrationMessages({ ctx, input }: Call<GetIntegrationMessages>): Promise<IntegrationMessage[]> {
	keyManagerOrThrow(ctx);
	const { id } = integrationKeyOrThrow(ctx, input.keyId);
	return listIntegrationMessages(ctx.db, id, ctx.now - serverLimits.integrationMessageMs).map(toIntegrationMessage);
}

/** Throws INTEGRATION_KEY_NOT_FOUND and INTEGRATION_MESSAGE_NOT_FOUND. */
async function getIntegrationMessageBody({
	ctx,
	input,
}: Call<NamedIntegrationMessage>): Promise<IntegrationMessageBody> {
	keyManagerOrThrow(ctx);
	integrationKeyOrThrow(ctx, input.keyId);
	const message = findMessage(ctx, input);
	if (!message) throw domainError("INTEGRATION_MESSAGE_NOT_FOUND", { messageId: input.messageId });
	return { body: message.body };
}

/** Throws INTEGRATION_KEY_NOT_FOUND and INTEGRATION_MESSAGE_NOT_FOUND. */
async function readIntegrationMessageAgain({ ctx, input }: Call<NamedIntegrationMessage>): Promise<IngestResult> {
	keyManagerOrThrow(ctx);
	const { id } = integrationKeyOrThrow(ctx, input.keyId);
	const { accountId } = ctx;
	const result = await ctx.readMessageAgain({ accountId, ...input });
	ctx.audit.act({ integrationKey: [id] }, { message: input.messageId, stored: result.accepted });
	return result;
}

function toIntegrationMessage({ keyId: _, place: __, body, ...message }: IntegrationMessageRow): IntegrationMessage {
	return { ...message, hasBody: body !== null };
}

/** Series that a filter accepts get a channel with their next values. Throws INTEGRATION_KEY_NOT_FOUND. */
function changeLineFilter({ ctx, input: { keyId, filter, isAccepting } }: Call<ChangeLineFilter>): void {
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
