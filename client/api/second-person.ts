import { TRPCClientError } from "@trpc/client";
import { toast } from "sonner";
import { NeededPerson } from "../../shared/account/four-eyes";
import { t } from "../words/made/four-eyes";
import { askPerson } from "./reason-request";

/** `result`: the error that the changed form shows, as nothing is changed yet. Null: the change is made at once. */
type ProposedCall = {
	call: { path: "account.proposeChange" | "account.changeInEmergency"; input: unknown };
	result: (() => TRPCClientError<never>) | null;
};

/** Null: the person neither proposes the change nor makes it in an emergency, so it fails. */
export async function requestPerson(
	data: unknown,
	{ path, input }: { path: string; input: unknown },
): Promise<ProposedCall | null> {
	const { success, data: needed } = NeededPerson.safeParse(data);
	const given = success ? await askPerson(needed) : null;
	if (given === null) return null;
	const wrapped = { procedure: path, input, reason: given.reason };
	if (given.way === "emergency") return { call: { path: "account.changeInEmergency", input: wrapped }, result: null };
	return { call: { path: "account.proposeChange", input: wrapped }, result: proposedError };
}

function proposedError(): TRPCClientError<never> {
	toast.success(t("proposed"));
	const error = { message: "Proposed", code: -32_009, data: { reason: "CHANGE_PROPOSED", httpStatus: 409 } };
	return TRPCClientError.from({ error }) as TRPCClientError<never>; // no router knows this error
}
