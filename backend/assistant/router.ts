import { AssistantAccess, AssistantRequestTarget, ConnectAssistant } from "../../shared/account/api-key";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { Call } from "../base/context";
import { procedureFor, router } from "../base/trpc";
import { accountOrThrow, saveAccount } from "../db/account-rows";
import { assertWholeScope } from "../group/scope";
import { connectAssistant, getAssistantRequest } from "./connect-assistant";

export const assistantRouter = router({
	getAssistants: procedureFor("editKeys").query(({ ctx }) => getAssistants({ ctx, input: undefined })),
	setAssistants: procedureFor("editKeys").input(AssistantAccess).mutation(setAssistants),
	getAssistantRequest: procedureFor("editKeys").input(AssistantRequestTarget).query(getAssistantRequest),
	connectAssistant: procedureFor("editKeys").input(ConnectAssistant).mutation(connectAssistant),
});

function getAssistants({ ctx }: Call): AssistantAccess {
	return { isOn: accountOrThrow(ctx.db).isOpenToAssistants };
}

/** Concerns every key, so a scope of groups is denied. */
function setAssistants({ ctx, input: { isOn } }: Call<AssistantAccess>): AssistantAccess {
	assertWholeScope(ctx);
	if (isOn === accountOrThrow(ctx.db).isOpenToAssistants) ctx.audit.exempt();
	else {
		ctx.audit.change({ account: [ctx.accountId] }, () => {
			saveAccount(ctx.db, ctx.accountId, { isOpenToAssistants: isOn });
			addConfigEvent(ctx, null, said(isOn ? "assistants.on" : "assistants.off"));
		});
		ctx.invalidations.changed("account", "all");
	}
	return { isOn };
}
