//! An unordered list of vertices with insertion and removal in constant time.

use crate::board::{PASS, Vertex, i};

#[derive(Clone)]
pub(crate) struct VertexList<const N: usize> {
    vertices: [Vertex; N],
    count: usize,
}

impl<const N: usize> Default for VertexList<N> {
    fn default() -> VertexList<N> {
        VertexList { vertices: [PASS; N], count: 0 }
    }
}

impl<const N: usize> VertexList<N> {
    /// Adds a vertex and returns its slot.
    pub(crate) fn push(&mut self, at: Vertex) -> Vertex {
        let slot = self.count;
        self.vertices[slot & (N - 1)] = at;
        self.count += 1;
        slot as Vertex
    }

    /// Removes the vertex at `slot` and returns the one moved into its slot.
    pub(crate) fn take(&mut self, slot: Vertex) -> Vertex {
        self.count -= 1;
        let last = self.vertices[self.count & (N - 1)];
        self.vertices[i::<N>(slot)] = last;
        last
    }

    pub(crate) fn all(&self) -> &[Vertex] {
        &self.vertices[..self.count.min(N)]
    }
}
