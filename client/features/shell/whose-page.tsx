import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import type { NeededReason } from "../../../shared/account/change-reasons";
import type { NeededPerson } from "../../../shared/account/four-eyes";
import { accountRecord } from "../../api/account";
import { acts, watchActs } from "../../api/acts";
import { useConnection } from "../../api/connection";
import { onReturnPathLeft, type ReturnPath } from "../../api/error-funnel";
import { queryClient } from "../../api/query-client";
import { type GivenReason, onReasonNeeded } from "../../api/reason-request";
import { session } from "../../api/session";
import { useWhosePage, watchWhosePage, whosePage } from "../../api/whose-page";
import { lazyPart } from "../../ui/feedback/lazy-parts";
import { hasOpenDialogForm, hasUnsavedChanges } from "../../ui/form/unsaved-changes";
import { t } from "../../words/made/shell";
import classes from "./whose-page.module.css";

const IdleDialog = lazyPart(async () => (await import("./idle-dialog")).IdleDialog);
const ReasonDialog = lazyPart(async () => (await import("./reason-dialog")).ReasonDialog);
const OtherPersonBar = lazyPart(async () => (await import("./other-person-bar")).OtherPersonBar);

const hasInput = () => hasUnsavedChanges() || hasOpenDialogForm();

/** Covers the page while its user is unknown. A bar shows above input of the page's user. */
export function WhosePage() {
	const { isCovered, other } = useWhosePage();
	const person = session.person();
	useEffect(() => watchWhosePage(hasInput), []);
	useEffect(watchActs, []);
	useForgetting();
	useLeftReturnPathNotice();
	useEffect(() => {
		if (!isCovered || other === null) return;
		if (hasInput()) whosePage.uncover();
		else window.location.reload();
	}, [isCovered, other]);
	if (isCovered) return <Cover />;
	return (
		<Suspense>
			{other && person && <OtherPersonBar person={person} other={other} />}
			<IdleWarning />
			<ReasonRequests />
		</Suspense>
	);
}

/** The account's record is read where a screen has requested it; a page without one has no limit. */
function IdleWarning() {
	const { data } = useQuery({ ...accountRecord(), enabled: false }, queryClient);
	const limit = data?.sessionLimits?.idleMinutes ?? null;
	useEffect(() => acts.limit(limit), [limit]);
	const { minutes } = useSyncExternalStore(acts.subscribe, acts.read);
	return minutes !== null && <IdleDialog minutes={minutes} onStay={acts.stay} />;
}

type ReasonRequest = { needed: NeededReason | NeededPerson; settle: (given: GivenReason | null) => void };

function ReasonRequests() {
	const [request, setRequest] = useState<ReasonRequest | null>(null);
	const shown = useRef<ReasonRequest | null>(null);
	useEffect(() => {
		const show = (next: ReasonRequest | null) => {
			shown.current = next;
			setRequest(next);
		};
		const stop = onReasonNeeded(
			(needed) =>
				new Promise((resolve) => {
					const settle = (given: GivenReason | null) => {
						show(null);
						resolve(given);
					};
					show({ needed, settle });
				}),
		);
		return () => {
			stop();
			// A change that waits for its reason fails with the screen, and later ones do not wait for it.
			shown.current?.settle(null);
		};
	}, []);
	return request && <ReasonDialog needed={request.needed} onGiven={request.settle} />;
}

/** A native modal dialog hides all behind it, also from screen readers, and returns the focus when it closes. */
function Cover() {
	const dialog = useRef<HTMLDialogElement>(null);
	const { isLost } = useConnection();
	const open = () => {
		if (dialog.current?.isConnected) dialog.current.showModal();
	};
	useLayoutEffect(() => {
		const { current } = dialog;
		current?.showModal();
		return () => current?.close();
	}, []);
	return (
		<dialog ref={dialog} className={classes.cover} onCancel={(event) => event.preventDefault()} onClose={open}>
			<p role="status">{isLost ? t("connection.lost") : t("whosePage.checking")}</p>
		</dialog>
	);
}

/** Clears the cache once no screen is shown and no one is signed in. A mounted query would fetch again. */
function useForgetting(): void {
	useEffect(
		() => () => {
			if (session.isKnownSignedOut()) queryClient.clear();
		},
		[],
	);
}

function useLeftReturnPathNotice(): void {
	useEffect(() => onReturnPathLeft(explainReturn), []);
}

async function explainReturn(returnPath: ReturnPath): Promise<void> {
	try {
		const { showLeftReturnPath } = await import("./left-return-path");
		showLeftReturnPath(returnPath);
	} catch {
		// The form reports it when it is sent, and the watch for new versions has seen the failed load.
	}
}
