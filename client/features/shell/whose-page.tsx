import { Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { useConnection } from "../../api/connection";
import { onReturnPathLeft, type ReturnPath } from "../../api/error-funnel";
import { queryClient } from "../../api/query-client";
import { session } from "../../api/session";
import { useWhosePage, watchWhosePage, whosePage } from "../../api/whose-page";
import { lazyPart } from "../../ui/feedback/lazy-parts";
import { hasOpenDialogForm, hasUnsavedChanges } from "../../ui/form/unsaved-changes";
import classes from "./whose-page.module.css";

const OtherPersonBar = lazyPart(async () => (await import("./other-person-bar")).OtherPersonBar);

/** Covers the page while it is not known whose it may be. Entries of its person are kept under a bar. */
export function WhosePage() {
	const { isCovered, other } = useWhosePage();
	const person = session.person();
	useEffect(watchWhosePage, []);
	useForgetting();
	useLeftReturnPathNotice();
	useEffect(() => {
		if (!isCovered || other === null) return;
		if (hasUnsavedChanges() || hasOpenDialogForm()) whosePage.uncover();
		else window.location.reload();
	}, [isCovered, other]);
	if (isCovered) return <Cover />;
	return <Suspense>{other && person && <OtherPersonBar person={person} other={other} />}</Suspense>;
}

/** A modal dialog of the browser: nothing behind it can be seen, reached or read out, and its end gives the focus back. */
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
			<p role="status">{isLost ? "Can't reach AQLCloud; retrying." : "Checking who is signed in here."}</p>
		</dialog>
	);
}

/**
 * Once no screen is shown and no one is signed in, what the screens have loaded is forgotten. A query that is forgotten
 * under its screen would be asked for again.
 */
function useForgetting(): void {
	useEffect(
		() => () => {
			if (session.isKnownSignedOut()) queryClient.clear();
		},
		[],
	);
}

/** Only for screens of a user signed in: the others lose nothing when a session ends. */
function useLeftReturnPathNotice(): void {
	useEffect(() => onReturnPathLeft(explainReturn), []);
}

async function explainReturn(returnPath: ReturnPath): Promise<void> {
	try {
		// Loaded here, so that this page does not wait for the code of toasts.
		const { showLeftReturnPath } = await import("./left-return-path");
		showLeftReturnPath(returnPath);
	} catch {
		// The form reports it when it is sent, and the watch for new versions has seen the failed load.
	}
}
