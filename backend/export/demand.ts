/** Lets a source wait until its reader wants something. */
export type Demand = {
	begin: () => void;
	end: () => void;
	/** The reader has gone, and will want nothing more. */
	stop: () => void;
	/** Waits for a wish; false when there will be none. */
	isThere: () => Promise<boolean>;
};

export function createDemand(): Demand {
	let wanted = Promise.withResolvers<boolean>();
	let isWanted = false;
	return {
		begin() {
			isWanted = true;
			wanted.resolve(true);
		},
		end() {
			if (!isWanted) return;
			isWanted = false;
			wanted = Promise.withResolvers();
		},
		stop() {
			wanted.resolve(false);
			wanted = Promise.withResolvers();
			wanted.resolve(false);
		},
		isThere: () => wanted.promise,
	};
}
