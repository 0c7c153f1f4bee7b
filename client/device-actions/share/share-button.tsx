import { lazy, Suspense, useState } from "react";
import type { PublicTarget } from "../../../shared/account/public-link";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import { PlainButton } from "../../ui/form/buttons";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog")).ShareDialog }));

export function ShareButton({ target, label }: { target: PublicTarget; label: string }) {
	const [isOpen, setIsOpen] = useState(false);
	const isWanted = useIsWanted(isOpen);
	return (
		<>
			<PlainButton size="compact-sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
				{label}
			</PlainButton>
			{isWanted && (
				<Suspense>
					<ShareDialog target={target} isOpen={isOpen} onClose={() => setIsOpen(false)} />
				</Suspense>
			)}
		</>
	);
}
