import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { PublicTarget } from "../../../shared/account/public-link";
import { useIsWanted } from "../../ui/feedback/lazy-parts";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog")).ShareDialog }));

export function ShareButton({ target, label }: { target: PublicTarget; label: string }) {
	const [isOpen, setIsOpen] = useState(false);
	const isWanted = useIsWanted(isOpen);
	return (
		<>
			<Button variant="default" size="compact-sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
				{label}
			</Button>
			{isWanted && (
				<Suspense>
					<ShareDialog target={target} isOpen={isOpen} onClose={() => setIsOpen(false)} />
				</Suspense>
			)}
		</>
	);
}
