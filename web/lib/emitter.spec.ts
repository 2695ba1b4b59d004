import { describe, expect, it } from '@jest/globals';
import { createEmitter } from './emitter';

describe('an emitter', () => {
  it('calls its subscribers in order, with the values', () => {
    const { emit, subscribe } = createEmitter<[number, string]>();
    const calls: string[] = [];
    subscribe((count, name) => calls.push(`first ${count} ${name}`));
    subscribe((count, name) => calls.push(`second ${count} ${name}`));
    emit(1, 'a');
    expect(calls).toEqual(['first 1 a', 'second 1 a']);
  });

  it('does not call whoever was unsubscribed during the same emit', () => {
    const { emit, subscribe } = createEmitter();
    const calls: string[] = [];
    subscribe(() => {
      calls.push('first');
      stopSecond();
    });
    const stopSecond = subscribe(() => calls.push('second'));
    emit();
    expect(calls).toEqual(['first']);
  });

  it('calls whoever subscribes during an emit from the next one on', () => {
    const { emit, subscribe } = createEmitter();
    const calls: string[] = [];
    const stop = subscribe(() => {
      stop();
      subscribe(() => calls.push('late'));
    });
    emit();
    expect(calls).toEqual([]);
    emit();
    expect(calls).toEqual(['late']);
  });

  it('keeps two subscriptions of one function apart', () => {
    const { emit, subscribe } = createEmitter();
    let calls = 0;
    const count = (): void => void (calls += 1);
    const stop = subscribe(count);
    subscribe(count);
    stop();
    stop();
    emit();
    expect(calls).toBe(1);
  });
});
